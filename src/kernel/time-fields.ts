import { z } from "zod";
import type { Day, Instant } from "./time.ts";
import "./plain-words.ts";

/**
 * A day in an answer. The database has judged it, so the schema only tells its type and format: what
 * is stored is shown, whatever rule came later.
 */
export const dayField = z.string().meta({ format: "date" }) as unknown as z.ZodType<Day, string>;

/** A moment in an answer, ISO in UTC; who shows it does so in the agency's zone. */
export const instantField = z.string().meta({ format: "date-time" }) as unknown as z.ZodType<
  Instant,
  string
>;

/** A day that somebody types, with what to say where it is none. */
export const dayInput = (message?: string): z.ZodType<Day, string> =>
  z.iso.date(message) as unknown as z.ZodType<Day, string>;

/** A moment that somebody gives, with its zone, and what to say where it is none. */
export const instantInput = (message?: string): z.ZodType<Instant, string> =>
  z.iso.datetime({ offset: true, message }) as unknown as z.ZodType<Instant, string>;
