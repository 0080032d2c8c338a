/** What a value of a set is called, alone or with more that is said of it: a status with its tone. */
type Label = string | { readonly label: string };

/** The values of a map of labels, as an enum of zod takes them. */
export const names = <K extends string>(labels: Readonly<Record<K, unknown>>): [K, ...K[]] =>
  Object.keys(labels) as [K, ...K[]];

/** The values of a map of labels with their words, as a select or a filter takes them. */
export const options = <K extends string>(
  labels: Readonly<Record<K, Label>>,
): { value: K; label: string }[] =>
  names(labels).map((value) => {
    const label: Label = labels[value];
    return { value, label: typeof label === "string" ? label : label.label };
  });

/** What each value of a map of labels is called, without what else is said of it. */
export const wordsOf = <K extends string>(labels: Readonly<Record<K, Label>>): Record<K, string> =>
  Object.fromEntries(options(labels).map(({ value, label }) => [value, label])) as Record<
    K,
    string
  >;
