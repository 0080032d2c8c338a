export { categories as paCategories } from "./law/categories.labels.ts";
