export { monthNames, timeZoneChoices } from "./organization.labels.ts";
export { roleLabels } from "./member/member.labels.ts";
export { heldWords } from "./member/held.labels.ts";
export { lookOfBranding } from "./look/branding.model.ts";
export type { Worker } from "./member/worker.model.ts";
export { rightSources } from "./member/right.labels.ts";
export { newOrganization, published } from "./organization.model.ts";
export { stateLabels } from "./state/state.labels.ts";
export { foundingLabels, foundingRules } from "./founding/founding.labels.ts";
export type { DepartmentRow } from "./department/department.model.ts";
export type {
  InstallationAccount,
  ManyAnswer,
  PersonFile,
  PersonOfAgency,
  RightRow,
} from "./people/people.model.ts";
export { mappedRoles, togetherOf, type Gives, type RuleStatus } from "./mapping/rule.labels.ts";
export { givesFields, givesSomething, ruleRow } from "./mapping/rule.model.ts";
export { choiceOf } from "./publishing.labels.ts";
export { convert, type Convertible } from "./unit/convert.model.ts";
