/**
 * A linear program with integer columns: minimize `cost · x`, `rowLower ≤ A x ≤ rowUpper`; rows are
 * stored one after the other.
 */
export type Program = {
  cost: number[];
  lower: number[];
  upper: number[];
  integer: boolean[];
  names: string[];
  rowLower: number[];
  rowUpper: number[];
  rowNames: string[];
  starts: number[];
  indices: number[];
  values: number[];
};

export const inf = Number.POSITIVE_INFINITY;

export class Builder {
  readonly program: Program = {
    cost: [],
    lower: [],
    upper: [],
    integer: [],
    names: [],
    rowLower: [],
    rowUpper: [],
    rowNames: [],
    starts: [0],
    indices: [],
    values: [],
  };
  column(name: string, cost: number, upper: number, integer: boolean): number {
    const p = this.program;
    p.names.push(name);
    p.cost.push(cost);
    p.lower.push(0);
    p.upper.push(upper);
    p.integer.push(integer);
    return p.cost.length - 1;
  }
  row(
    name: string,
    lower: number,
    upper: number,
    columns: readonly number[],
    values: (i: number) => number,
  ): number {
    const p = this.program;
    for (const [i, column] of columns.entries()) {
      const value = values(i);
      if (value === 0) continue;
      p.indices.push(column);
      p.values.push(value);
    }
    p.rowNames.push(name);
    p.rowLower.push(lower);
    p.rowUpper.push(upper);
    p.starts.push(p.indices.length);
    return p.rowLower.length - 1;
  }
}

const number = (value: number): string => String(Number(value.toPrecision(15)));
const terms = (
  columns: readonly number[],
  values: readonly number[],
  names: readonly string[],
): string =>
  columns
    .map(
      (column, i) =>
        `${values[i]! < 0 ? "-" : "+"} ${number(Math.abs(values[i]!))} ${names[column]!}${i % 8 === 7 ? "\n" : ""}`,
    )
    .join(" ");

/**
 * The program in CPLEX LP format, for the record: anybody's solver can check the answer. Money in
 * units of `scale` cents.
 */
export const lpText = (p: Program, note = ""): string => {
  const rows = p.rowNames.flatMap((name, r) => {
    const [from, to] = [p.starts[r]!, p.starts[r + 1]!];
    const text = terms(p.indices.slice(from, to), p.values.slice(from, to), p.names);
    const [low, up] = [p.rowLower[r]!, p.rowUpper[r]!];
    if (low === up) return [`${name}: ${text} = ${number(low)}`];
    return [
      ...(low > -inf ? [`${name}${up < inf ? "_low" : ""}: ${text} >= ${number(low)}`] : []),
      ...(up < inf ? [`${name}: ${text} <= ${number(up)}`] : []),
    ];
  });
  const whole = p.names.filter((_, i) => p.integer[i] && p.upper[i] !== 1);
  const binary = p.names.filter((_, i) => p.integer[i] && p.upper[i] === 1);
  const bounds = p.names.flatMap((name, i) =>
    p.integer[i] && p.upper[i] === 1 ? [] : [`0 <= ${name} <= ${number(p.upper[i]!)}`],
  );
  const costs = p.names.flatMap((_, i) => (p.cost[i] === 0 ? [] : [i]));
  return [
    ...(note ? [`\\ ${note}`] : []),
    "Minimize",
    `cost: ${terms(
      costs,
      costs.map((i) => p.cost[i]!),
      p.names,
    )}`,
    "Subject To",
    ...rows,
    "Bounds",
    ...bounds,
    ...(whole.length ? ["General", ...whole] : []),
    "Binary",
    ...binary,
    "End",
  ].join("\n");
};
