import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { Panel } from "#web/kit/states.tsx";

const places = [
  {
    title: "Agency",
    text: "Names, addresses, time zone, fiscal year, what is public, and the rules of sign-in.",
    to: "tenant",
    label: "Open the agency",
  },
  {
    title: "Colours and mark",
    text: "How screens, letters and papers of the agency look.",
    to: "theme",
    label: "Open the theme",
  },
  {
    title: "Keys",
    text: "The agency's keys, over the product's.",
    to: "shortcuts",
    label: "Open the shortcuts",
  },
  {
    title: "Calendar",
    text: "Working days, hours, holidays and closures, by which windows of business days are counted.",
    to: "agencyCalendar",
    label: "Open the calendar",
  },
  {
    title: "Rules of law",
    text: "Thresholds, days and clauses by which purchases and payments are judged. Add what your state and your agency demand.",
    to: "rules",
    label: "Open the rules",
  },
] as const;

/** Where what belongs to the agency is set; for administrators. */
export function AgencySettings() {
  return (
    <div className="stack">
      {places.map(({ title, text, to, label }) => (
        <Panel key={title} title={title}>
          <p className="mb-4 text-t2">{text}</p>
          <Link className="btn" to={pathTo(to)}>
            {label}
          </Link>
        </Panel>
      ))}
    </div>
  );
}
