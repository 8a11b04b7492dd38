#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the bill of materials of a build: SPDX 2.3 as JSON, with each library by its Debian source package.

What counts is what the build read: the headers of which ninja keeps a list, the archives that the linker lists for a
static program (--archives), and the shared libraries that built programs and libraries ask for (--loads).
Usage: sbom.py BUILD_DIR TARGET,... --out FILE [--archives LIST] [--loads ELF...] [--licences FOLDER] --files FILE..."""

import argparse
import hashlib
import json
import os
import pathlib
import re
import subprocess
import time
import uuid

SOURCE = pathlib.Path(__file__).resolve().parent.parent
# Of the parts that a program contains or loads, by the name of the Debian source package without its version.
LICENCES = {
    "abseil": "Apache-2.0",
    "boost": "BSL-1.0",
    "cli11": "BSD-3-Clause",
    "cross-toolchain-base": "LGPL-2.1-or-later AND GPL-2.0-only WITH Linux-syscall-note",  # the headers of glibc and Linux
    "expat": "MIT",
    "gcc": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "glibc": "LGPL-2.1-or-later",
    "libzip": "BSD-3-Clause",
    "libzstd": "BSD-3-Clause OR GPL-2.0-only",
    "linux": "GPL-2.0-only WITH Linux-syscall-note",
    "nlohmann-json": "MIT",
    "openssl": "Apache-2.0",
    "pugixml": "MIT",
    "re2": "BSD-3-Clause",
    "sqlite": "blessing",
    "utf8proc": "MIT AND Unicode-DFS-2015",
    "yaml-cpp": "MIT",
    "zlib": "Zlib",
}


def run(*command, check=True):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=check).stdout


def headers(build, targets):
    """The files outside the source and the build that the compiler read for targets."""
    own = (str(SOURCE) + os.sep, str(build) + os.sep)
    objects = [line for line in run("ninja", "-C", build, "-t", "inputs", *targets).splitlines() if line.endswith(".o")]
    lines = {line.strip() for line in run("ninja", "-C", build, "-t", "deps", *objects).splitlines() if line.startswith("    ")}
    return {os.path.normpath(line) for line in lines if line.startswith("/") and not line.startswith(own)}


def archives(listed):
    """The archives and objects outside the build of a list that the linker wrote as a rule of make."""
    words = pathlib.Path(listed).read_text().split(":", 1)[1].replace("\\\n", " ").split()
    return {os.path.realpath(word) for word in words if word.startswith("/") and re.search(r"\.[ao]$", word)}


def loaded(elf):
    """The shared libraries of Debian that a program or library itself asks for, which may be of another architecture."""
    folder = pathlib.Path("/usr/lib") / run("dpkg-architecture", "-qDEB_HOST_MULTIARCH").strip()
    needed = re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "-dW", elf))
    return {os.path.realpath(folder / name) for name in needed if (folder / name).exists()}


def owners(paths):
    """The Debian packages with these files; of an archive that Debian does not ship, that with the shared library."""
    owner = {}
    for name in (lambda path: path, lambda path: path.removeprefix("/usr"), shared_library):
        asked = {name(path): path for path in paths if path not in owner}
        for line in run("dpkg", "-S", *asked, check=False).splitlines() if asked else ():
            packages, _, path = line.partition(": ")
            owner[asked[path]] = packages.split(", ")[0]
    if left := set(paths) - set(owner):
        raise SystemExit(f"these files belong to no package: {sorted(left)}")
    return set(owner.values())


def shared_library(archive):
    """Where Debian has the shared library of an archive that packaging/static-libraries built."""
    return next(map(str, pathlib.Path("/usr/lib").glob(f"*/{pathlib.Path(archive).stem}.so")), archive)


class Part:
    """A Debian source package, by one of its binary packages."""

    def __init__(self, package, kind):
        show = "${source:Package}|${source:Version}|${Architecture}"
        self.name, self.version, architecture = run("dpkg-query", "-W", f"-f={show}", package).split("|")
        self.kind = kind
        self.copyright = pathlib.Path("/usr/share/doc") / package.split(":")[0] / "copyright"
        key = self.name if self.name in LICENCES else re.sub(r"-?\d[\d.]*(-cross)?$", "", self.name)
        if key not in LICENCES:
            raise SystemExit(f"packaging/sbom.py names no licence for {self.name}")
        self.licence = LICENCES[key]
        self.id = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", self.name)

    def package(self):
        purl = f"pkg:deb/debian/{self.name}@{self.version.replace('+', '%2B')}?arch=source"
        return package(self.id, self.name, self.licence, versionInfo=self.version, supplier="Organization: Debian",
                       externalRefs=[{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}])


def package(id, name, licence, **more):
    return {"SPDXID": id, "name": name, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseConcluded": "NOASSERTION", "licenseDeclared": licence, "copyrightText": "NOASSERTION", **more}


def file_package(path):
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return package("SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", path.name), path.name, "Apache-2.0", packageFileName=path.name,
                   checksums=[{"algorithm": "SHA256", "checksumValue": digest}])


def parts(build, targets, listed, elves):
    """Each source package once. A package whose library is loaded counts as loaded, even if its headers are compiled in."""
    found = {}
    kinds = [("STATIC_LINK", owners(headers(build, targets) | (archives(listed) if listed else set()))),
             ("DYNAMIC_LINK", owners({path for elf in elves for path in loaded(elf)}))]
    for kind, packages in kinds:
        for name in sorted(packages):
            part = Part(name, kind)
            found[part.name] = part
    return [found[name] for name in sorted(found)]


def document(out, files, found):
    version = ".".join(re.findall(r"#define REDACT_VERSION_\w+ (\d+)", (SOURCE / "include/redact/redact.h").read_text()))
    model = file_package(next((SOURCE / "models").glob("*.gguf")))
    model["comment"] = "NOTICE lists the works from which it was made."
    redact = package("SPDXRef-source", "redact", "Apache-2.0", versionInfo=version, primaryPackagePurpose="APPLICATION")
    made = list(map(file_package, files))
    links = [("SPDXRef-DOCUMENT", "DESCRIBES", redact["SPDXID"]), (redact["SPDXID"], "CONTAINS", model["SPDXID"])]
    links += [(each["SPDXID"], "GENERATED_FROM", redact["SPDXID"]) for each in made]
    links += [(redact["SPDXID"], part.kind, part.id) for part in found]
    packages = [redact, model, *made, *(part.package() for part in found)]
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))))
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": out.name.removesuffix(".spdx.json"),
        "documentNamespace": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(packages))}",
        "creationInfo": {"created": created, "creators": ["Tool: redact-packaging-sbom"]},
        "packages": packages,
        "relationships": [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other} for one, kind, other in links],
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("targets", type=lambda names: names.split(","), help="of ninja")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--archives")
    parser.add_argument("--loads", nargs="*", default=[])
    parser.add_argument("--licences", type=pathlib.Path, help="copies the notices of what is compiled in to this folder")
    parser.add_argument("--files", type=pathlib.Path, nargs="+", required=True)
    args = parser.parse_args()
    found = parts(args.build, args.targets, args.archives, args.loads)
    args.out.write_text(json.dumps(document(args.out, args.files, found), indent=1) + "\n")
    if args.licences:
        args.licences.mkdir(parents=True, exist_ok=True)
        for part in found:
            if part.kind == "STATIC_LINK" and part.name != "linux":
                (args.licences / part.name).write_bytes(part.copyright.read_bytes())


if __name__ == "__main__":
    main()
