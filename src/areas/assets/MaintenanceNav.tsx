import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useCurrentInSight } from "#web/kit/inSight.ts";

const parts = [
  { id: "maintenance", label: "Work orders", permission: "workOrder.read" },
  { id: "maintenanceBoard", label: "Board", permission: "workOrder.read" },
  { id: "maintenanceCalendar", label: "Calendar", permission: "workOrder.read" },
  { id: "plans", label: "Plans", permission: "maintenancePlan.read" },
  { id: "maintenanceFigures", label: "Figures", permission: "workOrder.read" },
  { id: "hours", label: "Hours", permission: "hours.read" },
  { id: "rates", label: "Rates", permission: "hours.rates" },
] as const;
export type MaintenancePart = (typeof parts)[number]["id"];

/** The parts of maintenance that the person may open. */
export function MaintenanceNav({ open }: { open: MaintenancePart }) {
  const { can } = useAuth();
  const row = useCurrentInSight(open);
  return (
    <nav className="tabs mb-5" aria-label="Parts of maintenance" ref={row}>
      {parts
        .filter((part) => can(part.permission))
        .map((part) => (
          <Link
            key={part.id}
            className="tab"
            to={pathTo(part.id)}
            aria-current={part.id === open ? "page" : undefined}
          >
            {part.label}
          </Link>
        ))}
    </nav>
  );
}
