import type { ComponentType } from "react";
import type { PacketItem } from "../../store/packet.ts";
import { HoursForm } from "./forms/HoursForm.tsx";
import { InspectionForm } from "./forms/InspectionForm.tsx";
import { DamageForm, FormOfStaff, LogForm } from "./forms/OtherForms.tsx";
import { ReceiptForm } from "./forms/ReceiptForm.tsx";
import { NewRequest, RequestStep } from "./forms/RequestForms.tsx";
import { WorkForm } from "./forms/WorkForm.tsx";

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
