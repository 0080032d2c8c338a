export type RequestForm = {
  periodFrom: string;
  periodTo: string;
  match: number | null;
  note: string;
  lines: {
    incurredOn: string;
    payee: string;
    description: string;
    objectClass: string;
    cents: number | null;
  }[];
};
export const blankLine = () => ({
  incurredOn: "",
  payee: "",
  description: "",
  objectClass: "",
  cents: null,
});
export const blankRequest: RequestForm = {
  periodFrom: "",
  periodTo: "",
  match: null,
  note: "",
  lines: [blankLine()],
};
/** What the form of a payment request sends. */
export const requestBody = (values: RequestForm) => ({
  ...values,
  match: values.match ?? 0,
  lines: values.lines.map((l) => ({ ...l, cents: l.cents ?? 0 })),
});
