import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { enrolmentCycle, enrolmentStatuses } from "../course/enrolment.labels.ts";
import { saidOfEnrolment } from "../course/enrolment.said.ts";
import type { EnrolmentDetail } from "../course/enrolment.model.ts";
import { Quiz } from "./Quiz.tsx";

// Answers are submitted below the questions, not from the record's bar.
const look = {
  statuses: enrolmentStatuses,
  course: enrolmentCycle.course,
  actions: enrolmentCycle.actions,
};

function Learn({ enrolment: e }: { enrolment: EnrolmentDetail }) {
  const { me } = useAuth();
  const own = e.personId === me?.person.id;
  return (
    <div className="stack">
      <Finding parts={[]} none={saidOfEnrolment(e)} />
      {e.certificateId && (
        <Link
          className="btn justify-self-start"
          to={pathTo("personCertificate", { id: e.certificateId })}
        >
          Open the certificate
        </Link>
      )}
      {own && e.status === "in_progress" && e.outside && (
        <Link
          className="btn btn-primary justify-self-start"
          to={`${pathTo("personCertificateNew")}?${new URLSearchParams({ code: e.code, title: e.courseName }).toString()}`}
        >
          Enter its certificate
        </Link>
      )}
      <Panel title="About">
        <p>{e.about}</p>
      </Panel>
      {e.lessons.map(({ title, text }) => (
        <Panel key={title} title={title}>
          <div className="grid max-w-[68ch] gap-3 whitespace-pre-line">{text}</div>
        </Panel>
      ))}
      {own && e.questions.length > 0 && <Quiz enrolment={e} />}
    </div>
  );
}

/** An attempt at a course: its lessons, its questions, what came of it. */
export default function EnrolmentPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<EnrolmentDetail>
      path="/api/v1/enrolments"
      id={id}
      lifecycle={look}
      title={({ courseName }) => courseName}
      subtitle={({ number, code, attempt }) => `${number}, ${code}, attempt ${attempt}`}
      owner={({ personName }) => personName}
      ownActions={["submit"]}
      deadline={({ dueOn, status }) => ({
        at: dueOn,
        label: "Due",
        done: !["assigned", "in_progress"].includes(status),
      })}
      tabs={[
        { id: "course", label: "Course", content: (e) => <Learn key={e.status} enrolment={e} /> },
      ]}
    />
  );
}
