import { NavLink, useLocation } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useCurrentInSight } from "#web/kit/inSight.ts";

/** The views of capital planning: what is asked for, plans under ceilings, what was adopted. */
export function CapitalNav() {
  const { can } = useAuth();
  const row = useCurrentInSight(useLocation().pathname);
  const places = [
    { to: pathTo("capitalRequests"), label: "Requests", end: true },
    { to: pathTo("capitalScenarios"), label: "Scenarios" },
    { to: pathTo("capitalPlan"), label: "Adopted plan" },
    { to: pathTo("capitalSettings"), label: "Criteria and sources" },
    ...(can("capital.edit") ? [{ to: pathTo("capitalImport"), label: "Import" }] : []),
  ];
  return (
    <nav aria-label="Capital planning" className="tabs mb-4 print:hidden" ref={row}>
      {places.map((p) => (
        <NavLink
          key={p.to}
          to={p.to}
          end={p.end ?? false}
          className="tab"
          aria-selected={undefined}
        >
          {({ isActive }) => (
            <span className={isActive ? "text-t1 font-medium" : "text-t2"}>{p.label}</span>
          )}
        </NavLink>
      ))}
    </nav>
  );
}
