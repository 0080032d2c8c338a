/** What a provider says of somebody, by the names that it uses: texts and lists of texts. */
export type Claims = Readonly<Record<string, string | readonly string[]>>;

/** One checked answer of a provider. */
export type Answer = {
  subject: string;
  email: string | null;
  name: string | null;
  /** The provider says of itself that the address is not confirmed. */
  emailDenied: boolean;
  /** By which words it says how somebody signed in: `amr`, `acr`, the authentication context. */
  methods: readonly string[];
  claims: Claims;
};

const most = 200;
const text = (value: unknown): string | null =>
  typeof value === "string"
    ? value.slice(0, 2000)
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : null;

/** Texts and lists of texts out of whatever a provider sent; objects within are left out. */
export const claimsOf = (raw: Readonly<Record<string, unknown>>): Claims =>
  Object.fromEntries(
    Object.entries(raw)
      .slice(0, most)
      .flatMap(([name, value]): [string, string | string[]][] => {
        if (Array.isArray(value)) {
          const list = value.slice(0, 1000).flatMap((one) => text(one) ?? []);
          return [[name, list]];
        }
        const one = text(value);
        return one === null ? [] : [[name, one]];
      }),
  );

/** All values of a claim, none where it is missing. */
export const valuesOf = (claims: Claims, name: string): readonly string[] =>
  Object.hasOwn(claims, name) ? [claims[name]!].flat() : [];

/** The one value of a claim; null where it is missing or there are several. */
export const oneOf = (claims: Claims, name: string): string | null => {
  const values = valuesOf(claims, name);
  return values.length === 1 && values[0]!.trim() ? values[0]!.trim() : null;
};

/** Whether the provider proved two factors, in words that the agency believes. */
export const saysSecondFactor = (
  answer: Pick<Answer, "methods">,
  trust: { trustsSecondFactor: boolean; secondFactorValues: readonly string[] },
): boolean =>
  trust.trustsSecondFactor &&
  answer.methods.some((method) => trust.secondFactorValues.includes(method));
