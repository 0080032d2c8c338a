type Shift = { from: number; to: number };

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Hours of work of a day as people write them: "08:00–12:00, 13:00–17:00"; empty where nobody works. */
export const hoursText = (shifts: readonly Shift[]): string =>
  shifts.map(({ from, to }) => `${clock(from)}–${clock(to)}`).join(", ");

const minutesOf = (text: string): number | null => {
  const found = /^(\d{1,2}):?(\d{2})?$/.exec(text.trim());
  if (!found) return null;
  const [hours, minutes] = [Number(found[1]), Number(found[2] ?? 0)];
  return hours * 60 + minutes <= 1440 && minutes < 60 ? hours * 60 + minutes : null;
};

const shiftOf = (text: string): Shift | null => {
  const ends = text.split(/[-–—]/);
  const [from, to] = ends.map(minutesOf);
  if (ends.length !== 2 || from === null || to === null) return null;
  return from! < to! ? { from: from!, to: to! } : null;
};

/** Hours that were typed; null where they cannot be read, overlap or do not follow each other. */
export const shiftsOf = (text: string): Shift[] | null => {
  if (/^\s*(none|off)?\s*$/i.test(text)) return [];
  const shifts = text.split(/[,;]/).map(shiftOf);
  if (shifts.includes(null)) return null;
  const all = shifts as Shift[];
  return all.every((shift, at) => at === 0 || all[at - 1]!.to <= shift.from) ? all : null;
};
