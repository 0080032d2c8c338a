import { DateField, MoneyField, TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { ProjectDetail } from "../project/project.model.ts";

type Of = { project: ProjectDetail; onClose: () => void };
type Forecast = { cents: number | null; reason: string };
type Certificate = { completedOn: string };

/** What the project is expected to cost in the end, and why. */
export function ForecastDialog({ project, onClose }: Of) {
  return (
    <PostDialog<Forecast>
      title="Forecast"
      description="What the project will cost in the end, with all that is still to come."
      path={`/api/v1/projects/${project.id}/actions/forecast`}
      submit="Save the forecast"
      values={{ cents: project.forecastCents, reason: "" }}
      nouns={["projects"]}
      version={project.version}
      onClose={onClose}
    >
      <MoneyField name="cents" label="Cost in the end" required />
      <TextArea
        name="reason"
        label="What it rests on"
        hint="Such as: rock below the wet well, change order 2 is on its way"
        required
        rows={3}
        maxLength={1000}
      />
    </PostDialog>
  );
}

/** What the certificate of substantial completion says. */
export function CertificateDialog({ project, onClose }: Of) {
  return (
    <PostDialog<Certificate>
      title="Certificate of substantial completion"
      description="It lists what stands on the punch list now, with what that costs. Another person signs it; signatures that were asked for before are void."
      path={`/api/v1/projects/${project.id}/actions/certificate`}
      submit="Save the certificate"
      values={{ completedOn: project.completedOn ?? "" }}
      nouns={["projects"]}
      version={project.version}
      onClose={onClose}
    >
      <DateField name="completedOn" label="Substantially complete on" required />
    </PostDialog>
  );
}
