/** The dearest public offer, in cents a month (three offers from 0 to 999 USD). */
export const mostMonthlyCents = 999_00;
export const mostPublicOffers = 3;

/** An offer as everybody reads it. Prices are whole cents, without tax; null is no limit. */
export type OfferShown = {
  id: string;
  code: string;
  name: string;
  audience: string;
  monthlyCents: number;
  yearlyCents: number;
  includes: readonly string[];
  people: number | null;
  storageGb: number | null;
  callsPerDay: number | null;
  trialDays: number;
  place: number;
};

type Limits = Pick<OfferShown, "people" | "storageGb" | "callsPerDay">;

/** The limits of an offer in words; an empty list where nothing is limited. */
export const limitsInWords = ({ people, storageGb, callsPerDay }: Limits): readonly string[] => [
  ...(people === null ? [] : [`Up to ${people.toLocaleString("en-US")} people`]),
  ...(storageGb === null ? [] : [`Up to ${storageGb.toLocaleString("en-US")} GB of files`]),
  ...(callsPerDay === null
    ? []
    : [`Up to ${callsPerDay.toLocaleString("en-US")} calls a day by programs`]),
];

/** "$499": whole dollars as visitors read them, with cents where there are any. */
export const offerPrice = (cents: number): string =>
  `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: cents % 100 ? 2 : 0 })}`;
