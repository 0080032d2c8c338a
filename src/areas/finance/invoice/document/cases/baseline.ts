/** The obvious reading that ours is held against: patterns over all text in the order of the file. */
export const baseline = (text: string) => {
  const total = [
    ...text.matchAll(/(?:total|gesamtbetrag|importe total)[^\d\n]*\n?[^\d\n]*([\d.,]+\d{2})/gi),
  ].at(-1)?.[1];
  const date = /\b(\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4})\b/.exec(text)?.[1];
  const [, a, b, y] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(date ?? "") ?? [];
  const number =
    /(?:invoice no|rechnungsnummer|facture n°|factura nº):?\s*(\S+)/i.exec(text)?.[1] ?? null;
  return {
    vendorNumber: number,
    invoiceDate: y ? (date!.includes(".") ? `${y}-${b}-${a}` : `${y}-${a}-${b}`) : (date ?? null),
    total: total ? Number(total.replace(/[.,]/g, "")) : null,
  };
};
