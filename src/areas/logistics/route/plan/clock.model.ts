/** A time of day from seconds since midnight: `7:05 a.m.`. */
export const timeOf = (seconds: number): string => {
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60) % 24;
  return `${((hours + 11) % 12) + 1}:${String(minutes % 60).padStart(2, "0")} ${hours < 12 ? "a.m." : "p.m."}`;
};

/** How much later or earlier than planned, in words; minutes. */
export const lateSays = (minutes: number): string =>
  minutes === 0 ? "on time" : `${Math.abs(minutes)} min ${minutes > 0 ? "late" : "early"}`;

/** A window of typed times in words; empty where it is open. */
export const windowSays = ({ from, to }: { from: string; to: string }): string =>
  from && to ? `${from} to ${to}` : from ? `from ${from}` : to ? `by ${to}` : "";
