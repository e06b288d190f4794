"""spec/vectors/: every .txt is what its generator writes."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "spec/vectors"


class Vectors(unittest.TestCase):
    def test_are_what_their_generators_write(self):
        with tempfile.TemporaryDirectory() as folder:
            for generator in VECTORS.glob("generate_*.py"):
                copy = shutil.copy(generator, folder)
                subprocess.run([sys.executable, copy], check=True)
            written = {path.name: path.read_bytes() for path in pathlib.Path(folder).glob("*.txt")}
        kept = {path.name: path.read_bytes() for path in VECTORS.glob("*.txt")}
        self.assertGreater(len(kept), 5)
        self.assertEqual(sorted(written), sorted(kept))
        for name, text in kept.items():
            self.assertEqual(written[name], text, name)


if __name__ == "__main__":
    unittest.main()
