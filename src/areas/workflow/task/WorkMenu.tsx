import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand, Menu } from "#web/kit/overlays.tsx";

const TaskDialog = dialogOnDemand(async () => (await import("./TaskDialog.tsx")).TaskDialog);
const DelegationDialog = dialogOnDemand(
  async () => (await import("../delegation/DelegationDialog.tsx")).DelegationDialog,
);

/**
 * What those without the approvals inbox do there as well: give a task, hand their approvals to
 * somebody else; and the way to forms, which has no place in the sidebar.
 */
export function WorkMenu() {
  const { can } = useAuth();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"task" | "delegate" | null>(null);
  const close = () => setOpen(null);
  const entries = [
    ...(can("task.create") ? [{ label: "New task", onSelect: () => setOpen("task") }] : []),
    ...(can("approval.delegate")
      ? [{ label: "Delegate approvals", onSelect: () => setOpen("delegate") }]
      : []),
    { label: "Fill in a form", onSelect: () => void navigate(pathTo("forms")) },
  ];
  return (
    <>
      <Menu
        label="Tasks and approvals"
        entries={entries}
        trigger={
          <button
            type="button"
            className="btn btn-quiet btn-icon btn-small"
            aria-label="Tasks and approvals"
          >
            <Ellipsis aria-hidden="true" />
          </button>
        }
      />
      {open === "task" && <TaskDialog onClose={close} />}
      {open === "delegate" && <DelegationDialog onClose={close} />}
    </>
  );
}
