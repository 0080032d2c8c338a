export const destinationKinds = {
  mail: "Mail with the PDF",
  download: "Download",
  print: "Print batch",
  webhook: "Webhook",
} as const;
export type DestinationKind = keyof typeof destinationKinds;

/** `to`: an address of mail or "filler"; the address of a webhook endpoint; else empty. */
export type Destination = { kind: DestinationKind; to: string };

/** In place of an address: whoever filled the form in. */
export const toFiller = "filler";

/** To whom or where, in words; nothing where the kind says it all. */
export const receiverWords = (to: string): string | null =>
  to === toFiller ? "whoever filled it in" : to || null;

/** Where a submission goes, in words. */
export const destinationWords = (kind: DestinationKind, to: string): string =>
  to === "" ? destinationKinds[kind] : `${destinationKinds[kind]}: ${receiverWords(to)}`;
