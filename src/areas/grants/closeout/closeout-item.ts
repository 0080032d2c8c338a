/** What closing an award asks: whether it is settled, said in words, and by which rule. */
export type CloseoutItem = {
  key: string;
  ok: boolean;
  text: string;
  citation: string;
  /** What the text names, and the page of each. */
  records?: readonly { number: string; href: string }[];
};
