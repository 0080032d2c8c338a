/** A line of an order as a receipt meets it; quantities as exact decimals in letters. */
export type MetLine = {
  lineNo: number;
  description: string;
  unit: string;
  quantity: string;
  receivedQuantity: string;
};

const named = ({ lineNo, description }: Pick<MetLine, "lineNo" | "description">): string =>
  `${lineNo}. ${description}`;

/** "1. Cold patch asphalt: 9 of 14 t came before". */
export const lineBefore = (line: MetLine): string =>
  `${named(line)}: ${line.receivedQuantity} of ${line.quantity} ${line.unit} came before`;

/** "1. Cold patch asphalt: 4 t came, 1 t of it rejected (Wet)". */
export const lineCame = (
  line: Pick<MetLine, "lineNo" | "description" | "unit">,
  came: { quantity: string; rejectedQuantity: string; rejectReason: string },
): string => {
  const { unit } = line;
  const why = came.rejectReason ? ` (${came.rejectReason})` : "";
  const rejected =
    Number(came.rejectedQuantity) > 0
      ? `, ${came.rejectedQuantity} ${unit} of it rejected${why}`
      : "";
  return `${named(line)}: ${came.quantity} ${unit} came${rejected}`;
};
