export { FormAnswers } from "./application/FormAnswers.tsx";
export { Applications } from "./application/Applications.tsx";
export { Budgets } from "./budget/Budgets.tsx";
export { Opportunities } from "./opportunity/Opportunities.tsx";
