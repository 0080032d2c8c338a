-- Materials from stock among the lines of recovery projects, each line of an issue in one project only.
alter table pa_item
  add column stock_line_id uuid,
  add column quantity numeric(18, 4) check (quantity > 0),
  add column unit text not null default '',
  add column site text not null default '',
  add column basis text check (basis in ('invoice', 'established', 'history', 'area')),
  add foreign key (org_id, stock_line_id) references stock_movement_line(org_id, id);
alter table pa_item drop constraint pa_item_kind_check;
alter table pa_item drop constraint pa_item_check1;
alter table pa_item add constraint pa_item_kind_check check (kind in ('cost', 'labor', 'equipment', 'material'));
alter table pa_item add constraint pa_item_hour_check check ((kind in ('labor', 'equipment')) = (work_hour_id is not null));
alter table pa_item add constraint pa_item_material_check check (
  (kind = 'material') = (stock_line_id is not null)
  and (kind = 'material') = (quantity is not null)
  and (kind = 'material') = (basis is not null)
);
create unique index pa_item_stock on pa_item (org_id, stock_line_id, (basis = 'invoice')) where stock_line_id is not null;
