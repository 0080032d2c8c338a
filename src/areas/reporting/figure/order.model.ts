type Told = {
  measures: readonly { id: string }[];
  rows: readonly { cells: readonly { value: number | null }[] }[];
};

/**
 * The rows of an answer by one of its figures, the least first, or with a minus before its id the most
 * first; rows without that figure stand last, equal ones as they stood. A figure that is not shown (it was
 * taken out, or is not for the reader) leaves them by their names.
 */
export const inOrder = <A extends Told>(answer: A, order: string): A => {
  const most = order.startsWith("-");
  const at = answer.measures.findIndex(({ id }) => id === (most ? order.slice(1) : order));
  if (at < 0) return answer;
  const rows = answer.rows.toSorted((a, b) => {
    const [one, other] = [a.cells[at]!.value, b.cells[at]!.value];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return most ? other - one : one - other;
  });
  return { ...answer, rows };
};
