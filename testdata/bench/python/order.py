"""The order that the codec benchmark reads and writes: about two kilobytes, 20 whole numbers, 10 decimals, nested."""

from __future__ import annotations


def order_text() -> str:
    """Gives the order as canonical JSON text."""
    counts = ",".join(f'"count_{i:02d}":{(i + 1) * 7919 * 10**(i % 6)}' for i in range(14))
    lines = ",".join(
        f'{{"article":"article number {i} of the catalogue","price":{i}.{i}5,"quantity":{i + 1}}}' for i in range(1, 4)
    )
    more = ",".join(
        f'{{"article":"{"long name of an article " * 3}","comment":"{"as agreed " * 4}","price":19.99,"quantity":{i}}}'
        for i in (12, 144)
    )
    prices = ",".join(f'"price_{i:02d}":{i + 1}234.{i + 1}25' for i in range(2))
    return (
        f'{{{counts},"customer":{{"address":"{"1 Long Street, Springfield, " * 6}","limit":100000.5,'
        f'"name":"A. Customer","number":4711}},"lines":[{lines},{more}],"note":"{"please ring twice " * 28}",'
        f'"paid":true,{prices},"price_02":0.1234567890123456789,"price_03":7.25,"reference":"ORD-2026-000123",'
        f'"status":{{"Shipped":"TRACK-0123456789"}},"tags":[{",".join(f"{chr(34)}tag-{i}{chr(34)}" for i in range(20))}]}}'
    )
