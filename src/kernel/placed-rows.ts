export type Placed = {
  page: number;
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
};
export type Cell = Placed;
export type Row = { page: number; y: number; height: number; cells: Cell[] };

const joined = (a: Cell, b: Cell): Cell => ({
  ...a,
  text: `${a.text}${b.x - a.x - a.width > 0.1 * a.height ? " " : ""}${b.text}`,
  y: Math.min(a.y, b.y),
  width: b.x + b.width - a.x,
  height: Math.max(a.height, b.height),
});

const cellsOf = (items: readonly Placed[]): Cell[] => {
  const cells: Cell[] = [];
  for (const item of items.toSorted((a, b) => a.x - b.x)) {
    const last = cells.at(-1);
    const gap = last ? item.x - last.x - last.width : 0;
    if (last && gap < 0.6 * Math.min(last.height, item.height))
      cells[cells.length - 1] = joined(last, item);
    else cells.push({ ...item });
  }
  return cells;
};

/** Texts of pages as rows from above, and cells from the left: what stands on one line within half its height. */
export const rowsOf = (items: readonly Placed[]): Row[] => {
  const rows: { page: number; middle: number; height: number; items: Placed[] }[] = [];
  const middle = (i: Placed) => i.y + i.height / 2;
  for (const item of items.toSorted((a, b) => a.page - b.page || middle(a) - middle(b))) {
    const last = rows.at(-1);
    if (
      last &&
      last.page === item.page &&
      middle(item) - last.middle < 0.4 * Math.min(last.height, item.height)
    )
      last.items.push(item);
    else rows.push({ page: item.page, middle: middle(item), height: item.height, items: [item] });
  }
  return rows.map(({ page, middle: m, height, items: all }) => ({
    page,
    y: m,
    height,
    cells: cellsOf(all),
  }));
};
