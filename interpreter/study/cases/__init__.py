"""Worked examples of a ruleset: read from `NAME.test.yaml`, filled up at random, played, judged.

suite.py what a case is; read.py, tables.py, words.py, givens.py, expects.py from files to cases;
sizes.py, fill.py, history.py positions in which the rest is drawn at random; run.py, judge.py
played and compared; parts.py the expressions that decide, with the value of each part; report.py
what is told of it.
"""
