"""The first tables."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies: list[tuple[str, str]] = []

    operations = [
        migrations.CreateModel(
            name="Person",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                ("username", models.CharField(max_length=80, unique=True)),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("admin", "Admin"),
                            ("adjudicator", "Adjudicator"),
                            ("rater", "Rater"),
                        ],
                        default="rater",
                        max_length=20,
                    ),
                ),
                ("is_active", models.BooleanField(default=True)),
                ("joined_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Attempts",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64, unique=True)),
                ("count", models.PositiveIntegerField()),
                ("since", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Item",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=500, unique=True)),
                ("number", models.PositiveIntegerField(unique=True)),
                ("content", models.JSONField()),
                ("hidden", models.JSONField()),
                ("cluster", models.CharField(db_index=True, max_length=200)),
                ("gold", models.JSONField(null=True)),
                ("why", models.TextField(blank=True)),
                ("training", models.BooleanField(default=False)),
                ("row", models.CharField(blank=True, db_index=True, max_length=64)),
                ("replaced", models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name="Project",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=200)),
                ("scheme_name", models.CharField(max_length=200)),
                ("scheme_source", models.TextField()),
                ("scheme_digest", models.CharField(max_length=64)),
                ("overlap", models.PositiveSmallIntegerField()),
                ("shuffled", models.BooleanField()),
                ("seed", models.BigIntegerField()),
                ("salt", models.CharField(max_length=64)),
                ("files", models.JSONField(default=list)),
                ("team", models.BooleanField()),
                ("made_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="Assignment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("training", "Training"),
                            ("rating", "Rating"),
                            ("adjudication", "Adjudication"),
                        ],
                        max_length=20,
                    ),
                ),
                ("position", models.PositiveIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "Open"), ("done", "Done"), ("skipped", "Skipped")],
                        default="open",
                        max_length=20,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0)),
                ("values", models.JSONField(default=dict)),
                ("skipped", models.CharField(blank=True, max_length=500)),
                ("note", models.TextField(blank=True)),
                ("seconds", models.FloatField(default=0)),
                ("saved_at", models.DateTimeField(null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="assignments",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="assignments",
                        to="annotate.item",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Link",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("admin", "Admin"),
                            ("adjudicator", "Adjudicator"),
                            ("rater", "Rater"),
                        ],
                        default="rater",
                        max_length=20,
                    ),
                ),
                ("joins", models.BooleanField()),
                ("note", models.CharField(blank=True, max_length=200)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("ends_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Revision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("save_id", models.CharField(max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "Open"), ("done", "Done"), ("skipped", "Skipped")],
                        max_length=20,
                    ),
                ),
                ("values", models.JSONField()),
                ("skipped", models.CharField(blank=True, max_length=500)),
                ("note", models.TextField(blank=True)),
                ("seconds", models.FloatField()),
                ("saved_at", models.DateTimeField()),
                (
                    "assignment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="revisions",
                        to="annotate.assignment",
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="assignment",
            index=models.Index(
                fields=["person", "state", "position"], name="annotate_as_person__b9302f_idx"
            ),
        ),
        migrations.AddConstraint(
            model_name="assignment",
            constraint=models.UniqueConstraint(
                fields=("item", "person", "stage"), name="once_per_person"
            ),
        ),
        migrations.AddConstraint(
            model_name="assignment",
            constraint=models.UniqueConstraint(
                fields=("person", "position"), name="one_order_per_person"
            ),
        ),
        migrations.AddConstraint(
            model_name="revision",
            constraint=models.UniqueConstraint(
                fields=("assignment", "version"), name="one_save_per_version"
            ),
        ),
    ]
