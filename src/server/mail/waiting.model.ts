import type { Appointment } from "#kernel/appointment.ts";

/** A letter of the queue that is to go out; `patient`: it may still wait for its papers. */
export type Waiting = {
  id: string;
  orgId: string | null;
  kind: string;
  toAddress: string;
  subject: string;
  bodyText: string;
  link: string | null;
  replyTo: string | null;
  notice: boolean;
  appointment: Appointment | null;
  linksOnly: boolean;
  attempts: number;
  /** The path that ends the subscription, of letters that somebody subscribed to. */
  unsubscribe: string | null;
  patient: boolean;
};
