export { FirstSteps } from "./administration/FirstOrder.tsx";
export { DepartmentField } from "./department/DepartmentField.tsx";
export { RuleDialog } from "./mapping/RuleDialog.tsx";
export { RuleLine, type RuleAction } from "./mapping/RuleLine.tsx";
export { PlaceField } from "./place/PlaceField.tsx";
export {
  entryColumns,
  inUseFilter,
  SharedListTab,
  type SharedListTabProps,
} from "./master/SharedListTab.tsx";
export { usePeekLink } from "./master/usePeekLink.ts";
export { ProposalsTab } from "./master/ProposalsTab.tsx";
export { PlacesTab } from "./place/PlacesTab.tsx";
export { UnitField } from "./unit/UnitField.tsx";
export { UnitsTab } from "./unit/UnitsTab.tsx";
export { placeFilter, unitFilter } from "./master/list-filters.ts";
