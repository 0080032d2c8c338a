import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import type { OwnRequirement, RequirementStanding } from "../requirement/requirement.model.ts";
import { Catalog } from "./Catalog.tsx";
import { Courses, useEnroll } from "./Courses.tsx";
import { EnrolmentTable } from "./EnrolmentTable.tsx";
import { Gates } from "./Gates.tsx";
import { Requirements } from "./Requirements.tsx";
import { Sessions } from "./Sessions.tsx";

function Asked({ one }: { one: OwnRequirement }) {
  const enroll = useEnroll();
  return (
    <li className="panel flex flex-wrap items-center gap-3 p-4">
      <span className="mr-auto grid gap-1">
        <b>{one.name}</b>
        <span className="text-13 text-t2">
          {one.code}
          {!one.met && one.dueOn && `, by ${formatDate(one.dueOn)}`}
        </span>
      </span>
      <Badge tone={one.met ? "success" : "warning"} label={one.met ? "Met" : "Missing"} />
      {!one.met && one.courseId && (
        <button type="button" className="btn btn-small" onClick={() => enroll(one.courseId!)}>
          Enroll<span className="sr-only"> in {one.name}</span>
        </button>
      )}
    </li>
  );
}

const useAsked = () =>
  useGet<{ items: OwnRequirement[] }>("training-asked", "/api/v1/training-asked-of-me").data
    ?.items ?? [];

function Mine() {
  const asked = useAsked();
  return (
    <div className="stack">
      <section className="grid gap-3">
        <h2>Asked of you</h2>
        <ul className="grid gap-3 sm:grid-cols-2">
          {asked.map((one) => (
            <Asked key={one.definitionId} one={one} />
          ))}
        </ul>
        {asked.length === 0 && <p>No certificate is asked of you.</p>}
      </section>
      <section className="grid gap-3">
        <h2>My courses</h2>
        <EnrolmentTable fixed="mine=true" />
      </section>
    </div>
  );
}

// What an officer begins with: who of the agency lacks what is asked.
const useLacking = (watch: boolean): FindingPart[] => {
  const { data } = useGet<{ items: RequirementStanding[] }>(
    "training-standing",
    "/api/v1/training-standing",
    { enabled: watch },
  );
  return (data?.items ?? [])
    .filter(({ met, people }) => met < people)
    .map(({ name, met, people, overdue }) => ({
      text: `${people - met} of ${people} lack ${name}${overdue > 0 ? `, ${overdue} of them overdue` : ""}`,
      to: "?tab=requirements",
    }));
};

/** Everybody's own courses; for whoever keeps them requirements, courses, sessions and gates. */
export default function TrainingPage() {
  const { can } = useAuth();
  const missing = useAsked().filter(({ met }) => !met);
  const officer = can("training.edit");
  const lacking = useLacking(officer);
  const own: FindingPart[] =
    missing.length > 0
      ? [
          {
            text: `${counted(missing.length, "certificate")} ${missing.length === 1 ? "is" : "are"} missing that you are asked for`,
          },
        ]
      : [];
  const tab = (id: string, label: string, content: () => React.ReactNode) => ({
    id,
    label,
    content,
  });
  const everybodys = [
    tab("mine", "My courses", () => <Mine />),
    tab("sessions", "Sessions", () => <Sessions />),
    tab("catalog", "Catalog", () => <Catalog />),
  ];
  const kept = can("training.all")
    ? [
        tab("requirements", "Requirements", () => <Requirements />),
        tab("courses", "Courses", () => <Courses />),
        tab("gates", "Kept work", () => <Gates />),
      ]
    : [];
  return (
    <div className="stack">
      <header className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto">Training</h1>
        <Link className="btn" to={pathTo("certifications")}>
          Certifications
        </Link>
      </header>
      <Finding
        parts={[...lacking, ...own]}
        none={
          officer
            ? "Everybody holds what is asked of them."
            : "You hold everything that is asked of you."
        }
      />
      <Tabs label="Training" tabs={officer ? [...kept, ...everybodys] : [...everybodys, ...kept]} />
    </div>
  );
}
