import { Plus } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DefinitionList } from "#web/kit/definition/DefinitionList.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { CourseRow } from "../course/course.model.ts";
import { EnrolmentTable } from "./EnrolmentTable.tsx";

const CourseDialog = dialogOnDemand(async () => (await import("./CourseDialog.tsx")).CourseDialog);
const EnrolDialog = dialogOnDemand(async () => (await import("./EnrolDialog.tsx")).EnrolDialog);
const path = "/api/v1/training-courses";
const texts = {
  publish: "From now on people are enrolled in this edition.",
  retire: "Nobody is enrolled in it any more. Whoever began goes on.",
};

/** Enrolls oneself in a course and says what kept it. */
export const useEnroll = () => {
  const act = useMutationAction<{ id: string }>("enrolments", "training-asked");
  return (courseId: string) =>
    void act
      .mutateAsync({ path: "/api/v1/enrolments", body: { courseId } })
      .then(() => notify.done("Enrolled", "It stands under My courses."))
      .catch((error: unknown) => notify.failed("Not enrolled", error));
};

const about = ({ code, outside, asks }: CourseRow) => (
  <p className="text-13 text-t3">
    {code}, {outside ? "taken outside" : asks > 0 ? `${asks} questions` : "by a session"}
  </p>
);

/** Courses and their editions, and who is enrolled. */
export function Courses() {
  const { can } = useAuth();
  const [asked, setAsked] = useState<"course" | "enrol" | null>(null);
  const list = useGet<{ items: CourseRow[] }>("training-courses", path);
  if (list.isPending) return <RecordSkeleton />;
  if (!list.data)
    return <ErrorPanel error={list.error} what="The courses" onRetry={() => void list.refetch()} />;
  const edit = can("training.edit");
  return (
    <div className="stack">
      <section className="grid gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="mr-auto">Courses</h2>
          {edit && (
            <>
              <button type="button" className="btn" onClick={() => setAsked("enrol")}>
                Enroll somebody
              </button>
              <button type="button" className="btn btn-primary" onClick={() => setAsked("course")}>
                <Plus aria-hidden="true" />
                New course
              </button>
            </>
          )}
        </div>
        <DefinitionList
          path={path}
          what="course"
          all={list.data.items}
          shown={list.data.items.filter(({ status }) => status !== "retired")}
          texts={texts}
          unchanging="Published editions never change."
          mayChange={edit}
          to={({ id }) => pathTo("trainingCourse", { id })}
          edit="Open"
          about={about}
        />
      </section>
      <section className="grid gap-3">
        <h2>Enrollments</h2>
        <EnrolmentTable />
      </section>
      {asked === "course" && <CourseDialog course={null} onClose={() => setAsked(null)} />}
      {asked === "enrol" && <EnrolDialog onClose={() => setAsked(null)} />}
    </div>
  );
}
