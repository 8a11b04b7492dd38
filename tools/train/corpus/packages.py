# SPDX-License-Identifier: Apache-2.0
"""Files from Debian packages."""

import io
import pathlib
import subprocess
import tarfile


def debian_files(name: str, cache: pathlib.Path) -> tarfile.TarFile | None:
    """The files of a package, downloaded once into `cache`; None if it is not available."""
    cache.mkdir(parents=True, exist_ok=True)
    if not list(cache.glob(f"{name}_*.deb")):
        subprocess.run(["apt-get", "download", "-qq", name], cwd=cache, check=False)
    package = next(iter(cache.glob(f"{name}_*.deb")), None)
    if package is None:
        return None
    tar = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE, check=True).stdout
    return tarfile.open(fileobj=io.BytesIO(tar))
