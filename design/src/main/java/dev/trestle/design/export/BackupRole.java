package dev.trestle.design.export;

import java.util.List;

/** The role that AWS Backup assumes to read the tables. */
final class BackupRole {
  static final String SERVICE = "backup.amazonaws.com";
  static final String POLICY = "service-role/AWSBackupServiceRolePolicyForBackup";

  private BackupRole() {}

  static JsonTree assumption() {
    return JsonTree.object()
        .put("Version", "2012-10-17")
        .put(
            "Statement",
            JsonTree.array(
                List.of(
                    JsonTree.object()
                        .put("Action", "sts:AssumeRole")
                        .put("Effect", "Allow")
                        .put("Principal", JsonTree.object().put("Service", SERVICE))
                        .done())))
        .done();
  }

  /** In CloudFormation's form. */
  static JsonTree.Draft properties() {
    var arn =
        JsonTree.object()
            .put(
                "Fn::Join",
                JsonTree.array(
                    List.of(
                        JsonTree.of(""),
                        JsonTree.array(
                            List.of(
                                JsonTree.of("arn:"),
                                JsonTree.object().put("Ref", "AWS::Partition").done(),
                                JsonTree.of(":iam::aws:policy/" + POLICY))))))
            .done();
    return JsonTree.object()
        .put("AssumeRolePolicyDocument", assumption())
        .put("ManagedPolicyArns", JsonTree.array(List.of(arn)));
  }
}
