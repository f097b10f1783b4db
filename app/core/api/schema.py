"""The schema of all documents: what programs may rely on in what Techne answers."""

import json
from collections.abc import Mapping
from typing import Any

from app.core.api import (
    agents,
    attachments,
    calls,
    connecting,
    constellation,
    deleted,
    details,
    document_imports,
    drafting,
    engrams,
    enrichment,
    features,
    filing,
    findings,
    folders,
    health,
    knowledge,
    learning,
    life,
    lifecycle,
    measurements,
    memories,
    models,
    naming,
    observing,
    packs,
    planning,
    publishers,
    relations,
    remembering,
    replacing,
    reporting,
    rereading,
    run_documents,
    run_records,
    skill_files,
    skills,
    success,
    training,
    upkeep,
    vaults,
    verification,
    versions,
)
from app.core.api.documents import SkillDocument
from app.core.api.failures import FailureDocument
from app.core.api.schema_names import readable
from app.core.errors import NotFound
from app.core.walk.model import Narrative, Plan
from app.core.words import _

API_VERSION = 1
"""Of the documents. Fields may be added to it; one that is taken away or changed is a new one."""
DIALECT = "https://json-schema.org/draft/2020-12/schema"
DOCUMENTS: Mapping[str, Any] = {
    "init": vaults.MadeDocument,
    "backup": vaults.BackupDocument
    | list[vaults.ListedBackupDocument]
    | vaults.RestoredBackupDocument,
    "doctor": health.HealthDocument,
    "upkeep": upkeep.UpkeepDocument,
    "reread": list[rereading.RereadDocument],
    "link": list[folders.FolderDocument] | folders.SyncDocument,
    "sync": list[folders.FolderDocument] | folders.SyncDocument,
    "deploy": list[folders.DeployedDocument],
    "retract": folders.RetractedDocument,
    "repair": folders.SyncDocument,
    "pin": list[folders.SkillFileDocument],
    "disable": list[folders.SkillFileDocument],
    "adopt": folders.SyncDocument,
    "unlink": folders.UnlinkedDocument,
    "connect": list[connecting.ClientDocument] | connecting.ConnectedDocument,
    "disconnect": connecting.DisconnectedDocument,
    "list": list[life.RankedDocument] | list[SkillDocument],
    "show": details.SkillAroundDocument,
    "details": details.DetailsDocument,
    "engrams": list[engrams.EngramDocument],
    "scan": learning.ScannedDocument,
    "features": list[features.FeaturesDocument],
    "candidates": list[learning.CandidateDocument] | learning.ShownCandidateDocument,
    "promote": learning.PromotedDocument,
    "dismiss": learning.CandidateDocument,
    "reopen": learning.CandidateDocument,
    "agents": list[agents.AgentDocument],
    "requests": list[agents.RequestDocument],
    "journal": list[agents.CallDocument],
    "check": list[findings.CheckedDocument],
    "walk": Plan | Narrative,
    "edit": skills.EditedDocument,
    "rename": naming.RenamedDocument,
    "usages": list[naming.UsageDocument],
    "calls": list[calls.CallDocument],
    "move": list[filing.MovedDocument],
    "tag": list[filing.TaggedDocument],
    "favourite": list[filing.FavouriteDocument],
    "delete": skills.DeletedDocument,
    "bin": list[deleted.DeletedSkillDocument]
    | list[deleted.RestoredSkillDocument]
    | deleted.EmptiedDocument,
    "find": list[replacing.FoundDocument],
    "replace": replacing.ReplacedDocument,
    "history": list[versions.VersionDocument],
    "rollback": versions.RestoredDocument,
    "diff": versions.DifferenceDocument,
    "undo": versions.UndoneDocument,
    "attach": list[attachments.AttachmentDocument],
    "attachments": list[attachments.WrittenDocument] | list[attachments.AttachmentDocument],
    "detach": attachments.DetachedDocument,
    "remember": remembering.KeptFilesDocument | remembering.KeptDocument,
    "recall": list[knowledge.HitDocument],
    "search": list[knowledge.HitDocument],
    "suggest": list[knowledge.SuggestionDocument],
    "memories": list[memories.MemoryDocument] | list[memories.SourceDocument],
    "correct": memories.CorrectedDocument,
    "refile": list[memories.FiledDocument],
    "forget": list[memories.ForgottenDocument],
    "terms": list[memories.TermDocument],
    "train": training.TrainedDocument,
    "plan": list[planning.PlannedDocument],
    "enrich": enrichment.EnrichmentDocument | list[enrichment.ThinDocument],
    "draft": drafting.DraftDocument,
    "fix": drafting.FixedDocument,
    "model": models.ModelsDocument
    | models.ModelDocument
    | models.GotDocument
    | models.ChosenDocument
    | models.AddedDocument
    | models.RemovedDocument
    | models.TriedDocument,
    "run": run_documents.PlaceDocument,
    "runs": list[run_documents.ListedRunDocument] | run_records.RecordDocument,
    "used": life.UsedDocument,
    "stats": life.StatsDocument,
    "importance": life.SkillImportanceDocument,
    "outcomes": success.OutcomesDocument | list[learning.SessionOutcomeDocument],
    "outcome": reporting.OutcomeDocument,
    "observe": observing.ObservationDocument,
    "observations": observing.ObservationsDocument,
    "lifecycle": lifecycle.LifecycleDocument
    | lifecycle.PreviewDocument
    | lifecycle.SweptDocument
    | list[lifecycle.SkillHealthDocument],
    "relations": list[relations.RelationDocument],
    "relate": list[relations.RelationDocument],
    "unrelate": list[relations.RelationDocument],
    "graph": constellation.AnalysisDocument | constellation.GraphDocument,
    "import": list[
        document_imports.ImportedDocumentDocument
        | document_imports.ReadDocumentDocument
        | packs.ImportedFileDocument
        | packs.OfferedFileDocument
        | packs.FailedFileDocument
    ],
    "export": packs.ExportedDocument | skill_files.SkillFilesDocument,
    "release": packs.ReleasedDocument,
    "verify": list[
        verification.VerifiedFileDocument
        | verification.VerifiedRecordDocument
        | verification.UnverifiedFileDocument
    ],
    "identity": publishers.IdentityDocument,
    "trust": list[publishers.PublisherDocument],
    "bench": list[measurements.FigureDocument],
    "screenshots": list[str],
    "schema": dict[str, Any],
}
"""What each command answers; where there are several, the one with the most fields stands first."""


_FAILURE = ""


def schema() -> dict[str, Any]:
    """Of every command, at `#/commands/NAME`, and of what fails as a whole, at `#/failure`."""
    found, shared = _schemas({**DOCUMENTS, _FAILURE: FailureDocument})
    failure = found.pop(_FAILURE)
    return {**_head("Techne"), "commands": found, "failure": failure, **shared}


def schema_of(command: str) -> dict[str, Any]:
    """Of the document of one command; raises `NotFound`."""
    if command not in DOCUMENTS:
        raise NotFound(
            _("There is no command called {name}.").format(name=command),
            _("Choose one from the list of commands."),
        )
    found, shared = _schemas({command: DOCUMENTS[command]})
    return {**_head(f"techne {command}"), **found[command], **shared}


def schema_of_plan() -> dict[str, Any]:
    """Of the plan alone, as `docs/plan.schema.json` has it."""
    found, shared = _schemas({"plan": Plan})
    return {**_head("Plan"), **found["plan"], **shared}


def _head(title: str) -> dict[str, Any]:
    return {"$schema": DIALECT, "version": API_VERSION, "title": title}


def _schemas(documents: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The schemas by command, and what they share."""
    from pydantic import TypeAdapter  # noqa: PLC0415  takes a while, and nothing else needs it

    made = TypeAdapter.json_schemas(
        [(name, "serialization", TypeAdapter(kind)) for name, kind in documents.items()]
    )
    said = json.dumps([list(made[0].values()), made[1]])
    by_key, shared = json.loads(readable(said))
    return dict(zip(documents, by_key, strict=True)), shared
