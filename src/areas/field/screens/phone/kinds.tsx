import { lazy, type ComponentType } from "react";
import type { PacketItem } from "../../store/packet.ts";

// Each form comes when it is opened; an enrolled device holds all of them, and needs no line for it.
const HoursForm = lazy(async () => ({
  default: (await import("./forms/HoursForm.tsx")).HoursForm,
}));
const InspectionForm = lazy(async () => ({
  default: (await import("./forms/InspectionForm.tsx")).InspectionForm,
}));
const other = (name: "DamageForm" | "FormOfStaff" | "LogForm") =>
  lazy(async () => ({ default: (await import("./forms/OtherForms.tsx"))[name] }));
const [DamageForm, FormOfStaff, LogForm] = [
  other("DamageForm"),
  other("FormOfStaff"),
  other("LogForm"),
];
const ReceiptForm = lazy(async () => ({
  default: (await import("./forms/ReceiptForm.tsx")).ReceiptForm,
}));
const RequestStep = lazy(async () => ({
  default: (await import("./forms/RequestForms.tsx")).RequestStep,
}));
const NewRequest = lazy(async () => ({
  default: (await import("./forms/RequestForms.tsx")).NewRequest,
}));
const WorkForm = lazy(async () => ({ default: (await import("./forms/WorkForm.tsx")).WorkForm }));

/** A kind of capture on the phone: about a thing of the packet, or something new. */
export interface PhoneKind {
  label: string;
  /** The form about a thing of the packet. */
  About?: ComponentType<{ item: PacketItem }>;
  /** The form of something new. */
  New?: ComponentType;
  /** Asks which of these things, where the work of the day does not. */
  choose?: string;
}

/** What can be recorded on a phone, in the order in which it is offered. */
export const phoneKinds: Readonly<Record<string, PhoneKind>> = {
  service_request_step: { label: "Service request", About: RequestStep },
  service_request: { label: "New service request", New: NewRequest },
  inspection: { label: "Inspection", About: InspectionForm },
  work_order_step: { label: "Work order", About: WorkForm },
  receipt: { label: "Receipt of goods", About: ReceiptForm, choose: "Which order?" },
  hours: { label: "Hours", New: HoursForm },
  damage: { label: "Damage", About: DamageForm, choose: "Of which disaster?" },
  incident_log: { label: "Entry in an incident's log", About: LogForm, choose: "Which incident?" },
  staff_form: { label: "Form", About: FormOfStaff },
};
