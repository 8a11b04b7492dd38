#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Redacts a field of JSON lines, or a column of Parquet, with PySpark. The package has to be installed on every worker.

Usage: spark-submit [OPTIONS OF SPARK] tools/spark/job.py IN OUT [--text-field NAME] [--patient-field NAME]
       [--policy NAME] [--key-file PATH [--legacy-key]] [--threads N]
IN and OUT are paths that Spark reads and writes; OUT must not exist. A path that ends in .parquet is Parquet. Key and
policy are files on the workers. Ends with 3 if documents were withheld: their rows have no text and the status failed.
"""

import argparse
import sys

from pyspark.sql import SparkSession
from redact.spark import redact_frame


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("source")
    parser.add_argument("out")
    parser.add_argument("--text-field", default="text")
    parser.add_argument("--patient-field")
    parser.add_argument("--policy", default="default")
    parser.add_argument("--key-file")
    parser.add_argument("--legacy-key", action="store_true", help="the key may be text, which can be guessed")
    parser.add_argument("--threads", type=int, default=1, help="of each worker process; 1 where each has one core")
    args = parser.parse_args()

    spark = SparkSession.builder.appName("redact").getOrCreate()
    read, parquet = spark.read, args.source.rstrip("/").endswith(".parquet")
    notes = read.parquet(args.source) if parquet else read.json(args.source)
    redacted = redact_frame(
        notes,
        args.text_field,
        patient=args.patient_field,
        policy=args.policy,
        key=args.key_file,
        legacy_key=args.legacy_key,
        threads=args.threads,
    )
    write = redacted.write
    write.parquet(args.out) if args.out.endswith(".parquet") else write.json(args.out)

    written = spark.read.parquet(args.out) if args.out.endswith(".parquet") else spark.read.schema(redacted.schema).json(args.out)
    withheld = written.filter("status = 'failed'").count()
    if withheld > 0:
        print(f"{withheld} documents were withheld", file=sys.stderr)
    spark.stop()
    return 3 if withheld > 0 else 0


if __name__ == "__main__":
    sys.exit(main())
