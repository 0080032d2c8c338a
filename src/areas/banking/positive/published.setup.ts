// Two layouts as banks publish them, for tests: a delimited one and a fixed one (docs/decisions/0274).
import { positiveLayoutInput } from "./layout.model.ts";

const line = (name: string, value: string, over: object = {}) => ({
  ...{ record: "line", name, value },
  ...over,
});
const zeros = { stands: "right", fill: "0" };

/** JPMorgan Chase, Business Online: code I or C, account, check, MMDDYY, dollars, payee of at most 40. */
export const chaseLayout = positiveLayoutInput.parse({
  ...{ name: "Chase Business Online", form: "delimited", separator: "comma", quoting: "never" },
  fields: [
    line("Code", "mark", { text: "I/C" }),
    line("Account", "account"),
    line("Check", "check"),
    line("Issued", "issuedOn", { date: "MMDDYY" }),
    line("Amount", "amount", { amount: "point" }),
    line("Payee", "payee", { most: 40 }),
  ],
});

/** First American Bank (Illinois): 79 characters, zeros in front, implied cents, V at 71 and its day at 72. */
export const firstAmericanLayout = positiveLayoutInput.parse({
  ...{ name: "First American Bank", form: "fixed" },
  fields: [
    line("Account", "account", { width: 11, ...zeros }),
    line("Check", "check", { width: 10, ...zeros }),
    line("Issued", "issuedOn", { width: 8, date: "MMDDYYYY" }),
    line("Amount", "amount", { width: 10, amount: "cents", ...zeros }),
    line("Payee", "payee", { width: 30 }),
    line("Space", "constant", { width: 1 }),
    line("Void", "mark", { text: " /V", width: 1 }),
    line("Voided", "voidedOn", { width: 8, date: "MMDDYYYY" }),
  ],
});
