import type { ComponentType } from "react";
import type { PacketItem } from "../../store/packet.ts";
import { InspectionForm } from "./forms/InspectionForm.tsx";
import { ReceiptForm } from "./forms/ReceiptForm.tsx";
import { NewRequest, RequestStep } from "./forms/RequestForms.tsx";

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
  receipt: { label: "Receipt of goods", About: ReceiptForm },
  inspection: { label: "Inspection", About: InspectionForm },
  service_request_step: { label: "Service request", About: RequestStep },
  service_request: { label: "New service request", New: NewRequest },
};
