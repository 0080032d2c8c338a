/** How an address on the bulletin's list stands. */
export const bulletinStates = {
  asked: "Not confirmed",
  confirmed: "Confirmed",
  ended: "Ended",
} as const;
