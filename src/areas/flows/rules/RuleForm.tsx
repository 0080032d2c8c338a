import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import type { Logic } from "#kernel/logic/logic.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { FlowParts, FlowVersion } from "../definition/flow.model.ts";
import { fieldsOf } from "../definition/words.labels.ts";
import { Check, Select, Text, Whole } from "../designer/controls.tsx";
import { PublishStep, toPublish } from "../designer/PublishStep.tsx";
import { RuleEditor } from "../designer/RuleEditor.tsx";
import { WhoEditor } from "../designer/WhoEditor.tsx";
import { TryOnPast } from "../past/TryOnPast.tsx";
import { flowOfRule, ruleOfFlow, thenKinds, type AutoRule } from "./rule.labels.ts";

const path = "/api/v1/flow-definitions";

type Part = { rule: AutoRule; parts: FlowParts; put: (rule: AutoRule) => void };

function When({ rule, parts, put }: Part) {
  const record = parts.records.find((each) => each.noun === rule.noun);
  return (
    <Panel title="When">
      <div className="grid gap-4 md:grid-cols-2">
        <Select
          label="Record"
          value={rule.noun}
          options={parts.records.map(({ noun, label }) => ({ value: noun, label }))}
          onChange={(noun) => {
            const next = parts.records.find((each) => each.noun === noun);
            put({ ...rule, noun, event: next?.events[0]?.value ?? "", when: true, action: "" });
          }}
        />
        <Select
          label="What happens to it"
          value={rule.event}
          options={record?.events ?? []}
          onChange={(event) => put({ ...rule, event })}
        />
      </div>
    </Panel>
  );
}

function Then({ rule, parts, put }: Part) {
  const record = parts.records.find((each) => each.noun === rule.noun);
  return (
    <Panel title="Then">
      <div className="grid gap-4">
        <Select
          label="What is done"
          value={rule.then}
          options={options(thenKinds)}
          onChange={(then) => put({ ...rule, then: then as AutoRule["then"] })}
        />
        {rule.then === "action" ? (
          <Select
            label="Action of the record"
            value={rule.action}
            options={(record?.actions ?? []).filter((each) => each.held)}
            onChange={(action) => put({ ...rule, action })}
          />
        ) : (
          <>
            <WhoEditor who={rule.who} parts={parts} onChange={(who) => put({ ...rule, who })} />
            <Text
              label={rule.then === "task" ? "What has to be done" : "Subject"}
              hint="{number} is filled in"
              max={120}
              value={rule.subject}
              onChange={(subject) => put({ ...rule, subject })}
            />
            {rule.then === "task" ? (
              <Whole
                label="Within business days"
                value={rule.dueDays}
                most={260}
                onChange={(dueDays) => put({ ...rule, dueDays })}
              />
            ) : (
              <Check
                label="Also by mail"
                value={rule.mail}
                onChange={(mail) => put({ ...rule, mail })}
              />
            )}
          </>
        )}
      </div>
    </Panel>
  );
}

function Editor({ flow, parts }: { flow: FlowVersion | null; parts: FlowParts }) {
  const navigate = useNavigate();
  const { can } = useAuth();
  const save = useMutationAction<FlowVersion>("flow-definitions");
  const [rule, setRule] = useState<AutoRule>(() => ruleOfFlow(flow, parts));
  const [changed, setChanged] = useState(false);
  const put = (next: AutoRule) => {
    setRule(next);
    setChanged(true);
  };
  const draft = flow?.status === "draft";
  const store = (publish: boolean) =>
    save.mutate(
      draft
        ? {
            method: "PATCH",
            path: `${path}/${flow.id}`,
            body: flowOfRule(rule),
            version: flow.version,
          }
        : {
            path: `${path}${flow ? `?nextVersionOf=${flow.definitionId}` : ""}`,
            body: flowOfRule(rule),
          },
      {
        onSuccess: (saved) => {
          if (publish)
            return void navigate(pathTo("flowRule", { id: saved.id }), { state: toPublish });
          notify.done("Draft saved", "It does nothing until it is published.");
          return void navigate(pathTo("flowDesigner"));
        },
        onError: (error) => notify.failed("Not saved", error),
      },
    );
  return (
    <>
      <Text
        label="Name of the rule"
        max={120}
        value={rule.name}
        onChange={(name) => put({ ...rule, name })}
      />
      <When rule={rule} parts={parts} put={put} />
      <Panel title="If">
        <RuleEditor
          rule={rule.when}
          fields={fieldsOf(parts, rule.noun) as Parameters<typeof RuleEditor>[0]["fields"]}
          onChange={(when: Logic) => put({ ...rule, when })}
        />
      </Panel>
      <Then rule={rule} parts={parts} put={put} />
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn btn-primary"
          disabled={!can("flow.design") || save.isPending || rule.name.trim() === ""}
          onClick={() => store(false)}
        >
          {flow && !draft ? "Save as the next version" : "Save draft"}
        </button>
        <PublishStep
          flow={flow}
          unsaved={changed || !draft}
          reason={
            !can("flow.design") || save.isPending || rule.name.trim() === ""
              ? "Name the rule first."
              : null
          }
          onSave={() => store(true)}
        />
        <button type="button" className="btn" onClick={() => void navigate(pathTo("flowDesigner"))}>
          Cancel
        </button>
      </div>
      {/* What a stored rule lacks, the server says when it is tried. */}
      {flow && <TryOnPast flow={flow} open={0} />}
    </>
  );
}

/** An auto rule: when something happens, if something holds, then one thing is done. */
export default function RuleForm() {
  const { id } = useParams();
  const { can } = useAuth();
  const parts = useGet<FlowParts>("flow-parts", "/api/v1/flow-parts", {
    enabled: can("flow.design"),
  });
  const list = useGet<{ items: FlowVersion[] }>("flow-definitions", path, { first: true });
  if (!can("flow.design"))
    return (
      <EmptyState kind="no-results" title="Rules are written by whoever designs workflows">
        Ask an administrator.
      </EmptyState>
    );
  if (parts.isPending || (id && list.isPending)) return <RecordSkeleton />;
  if (!parts.data) return <ErrorPanel error={parts.error} what="The form" />;
  const flow = list.data?.items.find((each) => each.id === id) ?? null;
  if (id && (!flow || flow.kind !== "rule" || flow.status === "retired"))
    return (
      <EmptyState kind="no-results" title="This rule cannot be changed">
        It is retired, or it no longer exists.
      </EmptyState>
    );
  return (
    <div className="stack max-w-[920px]">
      <h1>{flow ? flow.name : "New auto rule"}</h1>
      <Editor key={`${flow?.id ?? "new"}-${flow?.version ?? 0}`} flow={flow} parts={parts.data} />
    </div>
  );
}
