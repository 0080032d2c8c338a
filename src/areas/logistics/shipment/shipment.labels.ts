/** What an event of a shipment says: by a carrier's code, or by whoever enters it. */
export const eventKinds = {
  info_received: "Announced",
  in_transit: "On its way",
  out_for_delivery: "Out for delivery",
  attempt_failed: "Not delivered, tried",
  exception: "Held up",
  delivered: "Delivered",
  returned: "Sent back",
} as const;
export type EventKind = keyof typeof eventKinds;

/** Where an event came from. */
export const eventSources = {
  hand: "Entered by hand",
  csv: "From a file",
  program: "From a program",
  proof: "From the driver",
} as const;
export type EventSource = keyof typeof eventSources;

/** Who or what bears witness that goods were delivered. */
export const witnesses = {
  place: "Place of the driver",
  receiver: "Receipt",
  quantity: "Quantity announced",
} as const;
export type Witness = keyof typeof witnesses;

/** What a witness says: it agrees, it contradicts, it cannot be told, or it is missing. */
export const testimonies = {
  agrees: { label: "Agrees", tone: "success" },
  differs: { label: "Differs", tone: "danger" },
  unknown: { label: "Cannot be told", tone: "warning" },
  missing: { label: "Missing", tone: "neutral" },
} as const;
export type Testimony = keyof typeof testimonies;

/** Views of the list of shipments. */
export const shipmentViews = [
  { name: "Late", query: "late=true" },
  { name: "Wait for their proof", query: "unproved=true" },
  { name: "Open", query: "open=true" },
] as const;
