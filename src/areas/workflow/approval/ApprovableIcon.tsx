import { Banknote, ClipboardList, FileCheck2, FileText, ReceiptText, Scale } from "lucide-react";
import type { DocumentIcon } from "#kernel/area.ts";
import { approvableIcons, approvableTypes, type ApprovableType } from "../policy/policy.labels.ts";

const drawn: Record<DocumentIcon, typeof FileText> = {
  banknote: Banknote,
  checked: FileCheck2,
  clipboard: ClipboardList,
  document: FileText,
  receipt: ReceiptText,
  scale: Scale,
};

/**
 * The icon of a document that waits for approval, as its area's manifest names it; read aloud where
 * `named`.
 */
export function ApprovableIcon({ type, named = false }: { type: string; named?: boolean }) {
  const Icon = drawn[approvableIcons[type as ApprovableType] ?? "document"];
  return (
    <Icon
      className="text-t3"
      size={16}
      {...(named
        ? { "aria-label": approvableTypes[type as ApprovableType] }
        : { "aria-hidden": true })}
    />
  );
}
