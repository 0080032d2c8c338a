// Columns of P6 versions 6 to 24 that are read here or known to say nothing of when a task is done.
// A file of another version may have more: they are named in its report.
export const knownColumns: Readonly<Record<string, string>> = {
  TASK: [
    "act_end_date act_equip_qty act_start_date act_this_per_equip_qty act_this_per_work_qty",
    "act_work_qty auto_compute_act_flag clndr_id complete_pct_type create_date create_user",
    "crt_path_num cstr_date cstr_date2 cstr_type cstr_type2 driving_path_flag duration_type",
    "early_end_date early_start_date est_wt expect_end_date external_early_start_date",
    "external_late_end_date float_path float_path_order free_float_hr_cnt guid has_rsrchours",
    "late_end_date late_start_date location_id lock_plan_flag phys_complete_pct priority_type",
    "proj_id reend_date rem_late_end_date rem_late_start_date remain_drtn_hr_cnt",
    "remain_equip_qty remain_work_qty restart_date resume_date rev_fdbk_flag review_end_date",
    "review_type rollup_dates_flag rsrc_id status_code suspend_date target_drtn_hr_cnt",
    "target_end_date target_equip_qty target_start_date target_work_qty task_code task_id",
    "task_name task_type tmpl_guid total_float_hr_cnt update_date update_user wbs_id",
  ].join(" "),
  TASKPRED: [
    "aref arls comments float_path lag_hr_cnt pred_proj_id pred_task_id pred_type proj_id",
    "task_id task_pred_id",
  ].join(" "),
  SCHEDOPTIONS: [
    "LevelPriorityList enable_multiple_longest_path_calc",
    "key_activity_for_multiple_longest_paths level_all_rsrc_flag level_float_thrs_cnt",
    "level_keep_sched_date_flag level_outer_assign_flag level_outer_assign_priority",
    "level_over_alloc_pct level_within_float_flag limit_multiple_longest_path_calc",
    "max_multiple_longest_path proj_id sched_calendar_on_relationship_lag sched_float_type",
    "sched_lag_early_start_flag sched_open_critical_flag sched_outer_depend_type",
    "sched_progress_override sched_retained_logic sched_setplantoforecast",
    "sched_use_expect_end_flag sched_use_project_end_date_for_float schedoptions_id",
    "use_total_float_multiple_longest_paths",
  ].join(" "),
  CALENDAR: [
    "base_clndr_id clndr_data clndr_id clndr_name clndr_type day_hr_cnt default_flag",
    "last_chng_date month_hr_cnt proj_id rsrc_private week_hr_cnt year_hr_cnt",
  ].join(" "),
};
