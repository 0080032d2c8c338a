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
  dueAt: string;
  questionsUntil: string | null;
  publishedAt: string;
  updatedAt: string;
  addenda: number;
  timeZone: string;
  federal: boolean;
};
