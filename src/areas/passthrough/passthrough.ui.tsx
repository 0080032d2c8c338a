export { ReviewerTab } from "./program/ReviewerTab.tsx";
export { RecipientTab } from "./subaward/RecipientTab.tsx";
