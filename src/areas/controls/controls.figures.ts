import type { FigureSource } from "#server/area.ts";
import { failureList } from "./failure/failure.list.ts";

const failures = {
  list: failureList,
  api: "/api/v1/control-failures",
  page: "/compliance/failures",
} as const;

/** What the dashboard shows of controls: what broke one and waits for an answer. */
export const controlFigures: readonly FigureSource[] = [
  {
    ...failures,
    group: "duty",
    duty: "compliance_officer",
    permission: "control.read",
    place: 140,
    id: "control-failures-late",
    pressing: true,
    label: "Failures of controls past their day",
    query: "late=true",
    says: ["failure of a control is past its day", "failures of controls are past their day"],
  },
  {
    ...failures,
    group: "duty",
    duty: "compliance_officer",
    permission: "control.read",
    place: 141,
    id: "control-failures-open",
    label: "Open failures of controls",
    query: "open=true",
    says: ["failure of a control is open", "failures of controls are open"],
  },
];
