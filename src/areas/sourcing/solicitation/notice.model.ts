import type { Instant } from "#kernel/time.ts";
import type { Kind, SolicitationStatus } from "./solicitation.labels.ts";

/** A published solicitation as the public lists it. */
export type Notice = {
  id: string;
  ocid: string;
  number: string;
  kind: Kind;
  status: SolicitationStatus;
  title: string;
  summary: string;
  agency: string;
  slug: string;
  department: string;
  dueAt: Instant;
  questionsUntil: Instant | null;
  publishedAt: Instant;
  updatedAt: string;
  addenda: number;
  timeZone: string;
  federal: boolean;
};
