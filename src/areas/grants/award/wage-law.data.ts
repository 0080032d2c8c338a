import { day, type Day } from "#kernel/time.ts";

/**
 * What the law of a program says of prevailing wages on construction that it assists, by assistance
 * listing. `verified: false`: the source was not read again; the screens say so.
 */
export type WageLaw = {
  listing: string;
  from: Day;
  demanded: boolean;
  citation: string;
  verified: boolean;
};

const law = (
  listing: string,
  from: string,
  demanded: boolean,
  citation: string,
  verified = false,
): WageLaw => ({ listing, from: day(from), demanded, citation, verified });

export const wageLaws: readonly WageLaw[] = [
  law("11.307", "1965-08-26", true, "42 U.S.C. 3212"),
  law("14.218", "1974-08-22", true, "42 U.S.C. 5310(a)"),
  law("14.228", "1974-08-22", true, "42 U.S.C. 5310(a)"),
  law("20.106", "1982-09-03", true, "49 U.S.C. 47112(b)", true),
  law("20.205", "1956-06-29", true, "23 U.S.C. 113"),
  law("20.507", "1964-07-09", true, "49 U.S.C. 5333(a)"),
  law("20.526", "1964-07-09", true, "49 U.S.C. 5333(a)"),
  law(
    "21.027",
    "2021-03-11",
    false,
    "31 CFR part 35; Coronavirus State and Local Fiscal Recovery Funds",
  ),
  law("66.458", "2009-10-30", true, "33 U.S.C. 1372, 1382(b)(6)"),
  law("66.468", "2009-10-30", true, "42 U.S.C. 300j-9(e), 300j-12(a)(5)"),
  law("97.036", "1988-11-23", false, "42 U.S.C. 5121 et seq. (Stafford Act)"),
  law("97.039", "1988-11-23", false, "42 U.S.C. 5121 et seq. (Stafford Act)"),
];
