"""What runs come to: figures with intervals, comparisons, and `report.json`, which holds them all."""
