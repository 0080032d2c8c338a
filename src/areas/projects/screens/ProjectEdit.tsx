import { pathTo } from "#areas.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { projectForm } from "../project/project.form.ts";
import type { ProjectDetail } from "../project/project.model.ts";
import { ProjectFields } from "./ProjectFields.tsx";

/** Changes a project. */
export default function ProjectEdit() {
  return (
    <EditRecord<ProjectDetail>
      form={projectForm}
      draft="project"
      what="This project"
      name={(project) => project.name}
      may={({ canEdit }) => canEdit}
      closed="It waits for approval, or has ended."
      opens="Open the project"
      page={(id) => pathTo("project", { id })}
    >
      {(project) => <ProjectFields project={project} />}
    </EditRecord>
  );
}
