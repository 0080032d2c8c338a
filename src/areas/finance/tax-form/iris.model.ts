import { stringify } from "csv-stringify/sync";
import type { Amounts } from "./count.model.ts";
import type { TaxFormKind } from "./tax-form.labels.ts";

/** The IRS takes files of at most so many returns, of one form and year each (IRIS Taxpayer Portal). */
export const mostReturns = 100;

const side = (who: "Payer" | "Recipient") => [
  `${who} TIN Type`,
  `${who} Taxpayer ID Number`,
  `${who} Name Type`,
  `${who} Business or Entity Name Line 1`,
  `${who} Business or Entity Name Line 2`,
  `${who} First Name`,
  `${who} Middle Name`,
  `${who} Last Name (Surname)`,
  `${who} Suffix`,
  `${who} Country`,
  `${who} Address Line 1`,
  `${who} Address Line 2`,
  `${who} City/Town`,
  `${who} State/Province/Territory`,
  `${who} ZIP/Postal Code`,
];
const states = ["State 1", "State 2"].flatMap((state) => [
  state,
  `${state} - State Tax Withheld`,
  `${state} - State/Payer state number`,
  `${state} - State income`,
  `${state} - Local income tax withheld`,
  `${state} - Special Data Entries`,
]);
const heads = [
  ...["Form Type", "Tax Year"],
  ...side("Payer"),
  ...["Payer Phone Type", "Payer Phone", "Payer Email Address"],
  ...side("Recipient"),
  ...["Office Code", "Form Account Number"],
];

/**
 * Columns of the templates for tax years until 2025, as two public programs write form NEC and one writes MISC. The
 * portal's own template is the authority: its header is compared before a file is loaded (decision 0272).
 */
export const irisColumns: Readonly<Record<TaxFormKind, readonly string[]>> = {
  NEC: [
    ...heads,
    ...["2nd TIN Notice", "Box 1 - Nonemployee Compensation"],
    "Box 2 - Payer made direct sales totaling $5000 or more of consumer products to a recipient for resale",
    ...["Box 4 - Federal income tax withheld", "Combined Federal/State Filing"],
    ...states,
  ],
  MISC: [
    ...heads,
    ...["FATCA Filing Requirements", "2nd TIN Notice", "Box 1 - Rents", "Box 2 - Royalties"],
    ...["Box 3 - Other Income", "Box 4 - Federal income tax withheld"],
    ...["Box 5 - Fishing boat proceeds", "Box 6 - Medical and health care payments"],
    "Box 7 - Direct sales of $5000 or more of consumer products to a recipient for resale",
    "Box 8 - Subtitute payments in lieu of dividends or interest",
    ...["Box 9 - Crop insurance proceeds", "Box 10 - Gross proceeds paid to an attorney"],
    ...["Box 11 - Fish purchased for resale", "Box 12 - Section 409A deferrals"],
    ...["Box 14 - Excess golden parachute payments"],
    ...["Box 15 - Nonqualified deferred compensation", "Combined Federal/State Filing"],
    ...states,
  ],
};

type IrisParty = {
  tin: string;
  tinType: "EIN" | "SSN";
  name: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  zip: string;
};
export type IrisReturn = { payee: IrisParty; account: string; amounts: Amounts };
type Payer = IrisParty & { phone: string; email: string };

const dollars = (cents: number | undefined): string =>
  cents === undefined ? "" : (cents / 100).toFixed(2);

const sided = (who: "Payer" | "Recipient", p: IrisParty): Record<string, string> => ({
  [`${who} TIN Type`]: p.tinType,
  [`${who} Taxpayer ID Number`]: p.tin,
  [`${who} Name Type`]: "Business",
  [`${who} Business or Entity Name Line 1`]: p.name.slice(0, 40),
  [`${who} Business or Entity Name Line 2`]: p.name.slice(40, 80),
  [`${who} Country`]: "US",
  [`${who} Address Line 1`]: p.address1.slice(0, 35),
  [`${who} Address Line 2`]: p.address2.slice(0, 35),
  [`${who} City/Town`]: p.city,
  [`${who} State/Province/Territory`]: p.state,
  [`${who} ZIP/Postal Code`]: p.zip,
});

const boxesOf = ({ amounts: a }: IrisReturn, form: TaxFormKind): Record<string, string> =>
  form === "NEC"
    ? { "Box 1 - Nonemployee Compensation": dollars((a.nec1 ?? 0) + (a.nec1Legal ?? 0)) }
    : {
        "Box 1 - Rents": dollars(a.misc1),
        "Box 6 - Medical and health care payments": dollars(a.misc6),
        "Box 10 - Gross proceeds paid to an attorney": dollars(a.misc10),
      };

/** Returns of one form and year as the files that the IRS takes, at most a hundred in each. */
export const irisFiles = (
  form: TaxFormKind,
  year: number,
  payer: Payer,
  returns: readonly IrisReturn[],
): string[] => {
  const columns = irisColumns[form];
  const rows = returns.map((each) => {
    const cells: Record<string, string> = {
      ...{ "Form Type": `1099-${form}`, "Tax Year": String(year), "2nd TIN Notice": "N" },
      ...sided("Payer", payer),
      ...{ "Payer Phone Type": payer.phone ? "Daytime" : "", "Payer Phone": payer.phone },
      ...{ "Payer Email Address": payer.email, "Form Account Number": each.account },
      ...sided("Recipient", each.payee),
      ...{ "Combined Federal/State Filing": "N" },
      ...boxesOf(each, form),
    };
    return columns.map((column) => cells[column] ?? "");
  });
  const files: string[] = [];
  for (let at = 0; at < rows.length; at += mostReturns)
    files.push(stringify([[...columns], ...rows.slice(at, at + mostReturns)]));
  return files;
};
