export const limitKinds = ["people", "storageBytes", "callsADay"] as const;
export type LimitKind = (typeof limitKinds)[number];

/** What an agency may use; null where nothing limits it. Bytes of stored files, calls of a day. */
export type Limits = Record<LimitKind, number | null>;

export const limitLabels: Readonly<Record<LimitKind, { label: string; about: string }>> = {
  people: { label: "People", about: "So many active members the plan includes." },
  storageBytes: { label: "Storage", about: "So much of stored files the plan includes." },
  callsADay: {
    label: "Calls a day",
    about: "So many calls of screens and programs a day the plan includes.",
  },
};
