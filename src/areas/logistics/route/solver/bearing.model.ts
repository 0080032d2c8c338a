/**
 * Where nodes lie around a center, as 0 to 65535 of a full turn, by their distances alone: the two main
 * axes of classical scaling (Torgerson 1952), each found by power iteration. Roads give no coordinates
 * that a solver could trust; distances they do.
 */
export const bearingsOf = (
  distance: (a: number, b: number) => number,
  nodes: number,
  center: number,
): Int32Array => {
  const [first, second] = axesOf(innerProducts(distance, nodes), nodes);
  return Int32Array.from({ length: nodes }, (_, at) => {
    const turn = Math.atan2(second![at]! - second![center]!, first![at]! - first![center]!);
    return Math.floor(((turn / (2 * Math.PI) + 1) % 1) * 65536) & 65535;
  });
};

/** Squared distances with the means of rows and columns taken out. */
const innerProducts = (distance: (a: number, b: number) => number, nodes: number): Float64Array => {
  const inner = new Float64Array(nodes * nodes);
  const mean = new Float64Array(nodes);
  let all = 0;
  for (let a = 0; a < nodes; a++)
    for (let b = 0; b < nodes; b++) {
      const between = a === b ? 0 : (distance(a, b) + distance(b, a)) / 2;
      inner[a * nodes + b] = between * between;
      mean[a]! += (between * between) / nodes;
      all += (between * between) / (nodes * nodes);
    }
  for (let a = 0; a < nodes; a++)
    for (let b = 0; b < nodes; b++)
      inner[a * nodes + b] = (mean[a]! + mean[b]! - all - inner[a * nodes + b]!) / 2;
  return inner;
};

const rounds = 30;

const axesOf = (inner: Float64Array, nodes: number): Float64Array[] => {
  const axes: Float64Array[] = [];
  const widths: number[] = [];
  for (let axis = 0; axis < 2; axis++) {
    let now = Float64Array.from({ length: nodes }, (_, at) => ((at * 7919 + axis * 31) % 101) - 50);
    let length = 1;
    for (let round = 0; round < rounds; round++) {
      const next = new Float64Array(nodes);
      for (let a = 0; a < nodes; a++)
        for (let b = 0; b < nodes; b++) next[a]! += inner[a * nodes + b]! * now[b]!;
      for (const other of axes) {
        let along = 0;
        for (let at = 0; at < nodes; at++) along += other[at]! * next[at]!;
        for (let at = 0; at < nodes; at++) next[at]! -= along * other[at]!;
      }
      length = Math.hypot(...next);
      if (length === 0) break;
      now = next.map((value) => value / length);
    }
    axes.push(now);
    widths.push(Math.sqrt(length));
  }
  return axes.map((axis, at) => axis.map((value) => value * widths[at]!));
};
